/** Products as a person would describe them, and what the rules of the dataset say of each, judged by hand. */
export interface JudgedProduct {
  readonly name: string;
  readonly args: object;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  readonly asks: readonly string[];
  readonly asksNot: readonly string[];
}

export const everyRobot = [
  'fcc-equipment-authorization-overview',
  'fcc-sdoc',
  'fcc-test-lab-integrity',
  'fcc-user-information-statements',
];
export const withRadio = ['fcc-covered-list-attestation', 'fcc-labelling-fcc-id', 'fcc-rf-exposure-mobile'];
export const withLaser = ['fda-laser-1040-10', 'fda-laser-class-i-relief', 'fda-laser-product-report'];
export const medical = [
  'fda-510k',
  'fda-device-classification',
  'fda-qmsr',
  'fda-udi',
  'fda-registration-listing',
];
