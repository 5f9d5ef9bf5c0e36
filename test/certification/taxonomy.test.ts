import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import questionsFile from '../../dataset/taxonomy/certification-questions.json' with { type: 'json' };
import { featureWords, isFeature } from '../../src/certification/features.ts';
import { presupposedBy, questionFor } from '../../src/certification/questions.ts';
import { readKind } from '../../src/data/dataset/read.ts';
import { type Certification, phaseOrder } from '../../src/kinds/certification/certification.ts';

const { records: certification } = readKind('dataset', 'certification');
const placeOf = (id: string) => phaseOrder(certification.find((one) => one.id === id) as Certification);
const feature = z.string().refine(isFeature, 'no such feature');

describe('the order of requirements', () => {
  it.each([
    ['fda-is-it-a-device', 'fda-device-classification'],
    ['fda-device-classification', 'fda-510k'],
    ['fda-510k', 'fda-registration-listing'],
    ['fcc-equipment-authorization-overview', 'fcc-sdoc'],
    ['fcc-frn-grantee-code', 'fcc-certification-tcb'],
    ['fcc-certification-tcb', 'fcc-labelling-fcc-id'],
    ['fda-laser-1040-10', 'fda-laser-product-report'],
    ['fda-laser-product-report', 'fda-laser-import-2877'],
    ['ul-nrtl-project', 'ul-follow-up-inspections'],
    ['fcc-host-certified-module', 'fcc-permissive-changes'],
  ])('puts %s before %s', (first, second) => {
    expect(placeOf(first)).toBeLessThan(placeOf(second));
  });
});

describe('certification-questions.json', () => {
  it('speaks of features that exist, of each in a phrase', () => {
    z.strictObject({
      phrases: z.record(feature, z.string().regex(/^(has|is|uses|needs|emits|touches|\w+s) /)),
      questions: z.array(
        z.strictObject({
          question: z.string().regex(/^[A-Z].{10,90}\?( Which\?| Where\?)?$/),
          asked_for: z.array(z.array(feature).min(1)).min(1),
        }),
      ),
      presupposes: z.array(z.strictObject({ features: z.array(feature), needs: z.array(feature).min(1) })),
      settled: z.array(z.strictObject({ features: z.array(feature).min(1), by: z.array(feature).min(1) })),
      unlikely: z.array(
        z.strictObject({ features: z.array(feature).min(1), unless: z.array(feature).min(1) }),
      ),
    }).parse(questionsFile);
    expect(Object.keys(questionsFile.phrases).sort()).toEqual([...featureWords].sort());
  });

  it('has one question in plain words for each any-of condition of the dataset', () => {
    const sets = certification
      .map(({ applies_to }) => applies_to.features)
      .filter(({ length }) => length > 1);
    expect(sets.filter((set) => questionFor(set).startsWith('Is any of these so'))).toEqual([]);
  });

  it('puts a question together where some of the words are denied', () => {
    expect(questionFor(['uwb', 'wifi'])).toBe(
      'Is any of these so: it uses ultra-wideband radio, or uses Wi-Fi?',
    );
    expect(questionFor(['lithium-battery'])).toBe('Has it a lithium battery?');
    expect(questionFor(['uwb', 'wifi', 'gnss', 'radar', 'laser', 'mobile'])).toMatch(
      /another of its features\?$/,
    );
  });

  it('asks of how a radio is built in once there is one', () => {
    expect(presupposedBy('certified-module')).toContain('bluetooth');
    expect(presupposedBy('wifi-6ghz')).toEqual(['wifi']);
    expect(presupposedBy('lithium-battery')).toEqual([]);
  });
});
