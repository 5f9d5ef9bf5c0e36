import { everyRobot, type JudgedProduct, medical, withLaser, withRadio } from './judged-product.ts';

/** Sold to people, or used among them. */
export const publicProducts: readonly JudgedProduct[] = [
  {
    name: 'robot vacuum in the EU: an appliance, no machine',
    args: { scheme: 'EU', robot_category: 'home_cleaning', features: ['wifi', 'lithium battery'] },
    must: ['eu-red-2014-53', 'eu-machinery-other-law', 'iec-60335-2-2', 'eu-gpsr-2023-988'],
    mustNot: ['eu-machinery-directive-2006-42', 'eu-machinery-regulation', 'eu-work-equipment-2009-104'],
    asks: ['lidar-laser'],
    asksNot: ['appliance'],
  },

  {
    name: 'toy robot in the EU: toy law, no machinery law',
    args: { scheme: 'EU', robot_category: 'companion', features: ['toy', 'bluetooth', 'battery'] },
    must: ['eu-toy-safety', 'en-71', 'iec-62115', 'eu-machinery-other-law'],
    mustNot: ['eu-machinery-directive-2006-42', 'eu-machinery-regulation', 'iso-12100'],
    asks: [],
    asksNot: ['children'],
  },

  {
    name: 'companion robot in the EU that is neither',
    args: { scheme: 'EU', robot_category: 'companion', features: ['wifi', 'no-toy', 'no-appliance'] },
    must: ['eu-machinery-directive-2006-42', 'eu-machinery-regulation', 'iso-12100'],
    mustNot: ['eu-machinery-other-law', 'en-71'],
    asks: [],
    asksNot: ['appliance', 'toy'],
  },

  {
    name: 'drone of 200 g',
    args: { robot_category: 'drone', features: ['200 g', 'wifi', 'battery'] },
    must: ['fcc-drone-radio-links', 'dot-lithium-transport-un383'],
    mustNot: ['faa-remote-id-part-89'],
    asks: [],
    asksNot: ['under-250g', 'over-250g', 'over-25kg'],
  },

  {
    name: 'drone of 900 g in the EU',
    args: { scheme: 'EU', robot_category: 'drone', features: ['900 g', 'battery'] },
    must: ['en-4709', 'eu-drone-class-labels', 'eu-drone-open-category'],
    mustNot: [],
    asks: [],
    asksNot: ['under-250g', 'over-250g'],
  },

  {
    name: 'robot vacuum with Wi-Fi, lidar, battery and dock',
    args: { robot_category: 'home_cleaning', features: ['wifi', 'lidar-laser', 'lithium-battery', 'dock'] },
    must: [
      ...everyRobot,
      ...withRadio,
      ...withLaser,
      'fcc-15-247-wifi-bluetooth',
      'fcc-15b-class-b',
      'ul-1017-vacuums',
      'ul-60335-1-appliances',
      'ul-3300-service-robots',
      'ul-lithium-cells-packs',
      'dot-lithium-transport-un383',
      'ul-chargers-power-supplies',
      'fcc-cyber-trust-mark',
      'cpsc-section-15b-reporting',
    ],
    mustNot: [
      ...medical,
      'fcc-15b-class-a',
      'fda-is-it-a-device',
      'fda-laser-import-2877',
      'ul-1740-robots',
      'ul-2271-lev-batteries',
      'osha-nrtl-approval',
    ],
    asks: ['custom-radio', 'imported', 'uv-c', 'workplace', 'radar'],
    asksNot: ['wifi', 'laser', 'lithium-battery', 'home', 'charging-dock'],
  },

  {
    name: 'commercial drone made abroad',
    args: { robot_category: 'drone', features: ['wifi', 'battery', 'commercial', 'made abroad', 'gps'] },
    must: [
      ...everyRobot,
      ...withRadio,
      'faa-remote-id-part-89',
      'fcc-covered-list-foreign-drones',
      'fcc-drone-radio-links',
      'fcc-import-conditions',
      'fcc-gnss-receiver',
      'ul-3030-drones',
      'dot-lithium-transport-un383',
    ],
    mustNot: [
      'fcc-covered-list-robots',
      'ul-2271-lev-batteries',
      'ul-3300-service-robots',
      'fcc-15b-class-b',
    ],
    asks: ['autonomous', 'laser', 'consumer'],
    asksNot: ['foreign-components', 'commercial', 'imported', 'gnss'],
  },

  {
    name: 'toy robot that teaches children',
    args: { robot_category: 'educational', features: ['toy', 'bluetooth', 'battery'] },
    must: [
      ...everyRobot,
      ...withRadio,
      'cpsc-toys-astm-f963',
      'cpsc-section-15b-reporting',
      'fcc-15b-class-b',
      'fcc-15-247-wifi-bluetooth',
      'dot-lithium-transport-un383',
    ],
    mustNot: [...medical, 'fcc-15b-class-a', 'ul-3300-service-robots', 'ul-62368-1', 'ul-2271-lev-batteries'],
    asks: ['laser', 'foreign-produced', 'custom-radio'],
    asksNot: ['children', 'consumer', 'bluetooth', 'lithium-battery', 'workplace', 'medical-claim'],
  },

  {
    name: 'lawn mower with a 915 MHz radio',
    args: { robot_category: 'lawn mower', features: ['915 MHz', 'battery', 'GPS', 'charging station'] },
    must: [
      ...everyRobot,
      ...withRadio,
      'fcc-15-247-wifi-bluetooth',
      'fcc-15-249-low-power',
      'fcc-gnss-receiver',
      'ul-60335-2-107-mowers',
      'ul-2271-lev-batteries',
      'ul-chargers-power-supplies',
    ],
    mustNot: [
      ...withLaser,
      'ul-1017-vacuums',
      'ul-60335-1-appliances',
      'fcc-15b-class-b',
      'fcc-uwb-part-15f',
    ],
    asks: ['consumer', 'home', 'uwb', 'radar-60ghz', 'laser'],
    asksNot: ['sub-ghz-radio', 'outdoor', 'mobile', 'gnss'],
  },

  {
    name: 'kitchen robot for restaurants',
    args: { robot_category: 'food', features: ['commercial', 'mains'] },
    must: [
      ...everyRobot,
      'fda-food-contact-materials',
      'fcc-15b-class-a',
      'ul-1740-robots',
      'ul-chargers-power-supplies',
      'osha-nrtl-approval',
      'ul-nrtl-project',
    ],
    mustNot: [...medical, 'fcc-15b-class-b', 'ul-1017-vacuums', 'ul-60335-1-appliances', 'nfpa-79'],
    asks: ['industrial', 'collaborative', 'home', 'wifi'],
    asksNot: ['food-contact', 'commercial', 'mains-powered'],
  },

  {
    name: 'humanoid research prototype from abroad',
    args: {
      robot_category: 'humanoid',
      features: ['prototype', 'bipedal', 'wifi', 'machine learning', 'foreign made'],
    },
    must: [
      ...everyRobot,
      ...withRadio,
      'fcc-import-prototypes-trade-shows',
      'fcc-marketing-before-authorization',
      'fcc-import-conditions',
      'fcc-covered-list-robots',
      'iso-25785-1',
      'ul-2900-cybersecurity',
    ],
    mustNot: [...medical, 'fda-ai-pccp', 'fcc-covered-list-foreign-drones', 'ul-3300-service-robots'],
    asks: ['lithium-battery', 'workplace', 'consumer', 'medical-claim', 'laser'],
    asksNot: ['prototype', 'dynamically-stable', 'imported', 'ai-function'],
  },

  {
    name: 'telepresence robot',
    args: { robot_category: 'telepresence', features: ['wifi', 'display', 'battery'] },
    must: [
      ...everyRobot,
      ...withRadio,
      'ul-62368-1',
      'fcc-electronic-labelling',
      'ul-2900-cybersecurity',
      'ul-2271-lev-batteries',
    ],
    mustNot: [...medical, 'ul-3100-automated-mobile-platforms', 'ul-1017-vacuums', 'fda-cybersecurity-524b'],
    asks: ['medical-claim', 'home', 'custom-radio'],
    asksNot: ['display', 'av-ict', 'network-connected', 'lithium-battery'],
  },
];
