import { describe, expect, it } from 'vitest';
import type { CorpusClause } from './corpus.ts';
import { evaluate, evaluateAll } from './evaluate.ts';

const FDA: CorpusClause = { field: 'certification', in: ['FDA'] };
const pending = { certifications: [{ scheme: 'FDA', status: 'pending' }] };
const under5000: CorpusClause = { field: 'price_usd', below: 5000 };
const in2024: CorpusClause = { field: 'released', from: '2024-03-01', to: '2024-12-31' };
const speaks = (has: string) => ({ field: 'text', has });

describe('what a clause says of a record', () => {
  it('is unknown where the record does not say, and so is its denial', () => {
    const waterproof: CorpusClause = { field: 'ip_water', min: 7 };
    expect(evaluate(waterproof, 'robots', { specs: { ip_rating: 'IP67' } })).toBe(true);
    expect(evaluate({ not: waterproof }, 'robots', { specs: { ip_rating: 'IP54' } })).toBe(true);
    expect(evaluate({ not: waterproof }, 'robots', { specs: { ip_rating: 'IP6X' } })).toBeUndefined();
    expect(evaluate({ not: waterproof }, 'robots', { specs: {} })).toBeUndefined();
    expect(evaluate({ any: [waterproof, under5000] }, 'robots', { price: { usd_min: 1 } })).toBe(true);
  });

  it('counts no rent and no family as a price, unless rents are asked for', () => {
    const rent = { price: { usd_min: 900, kind: 'lease_monthly' } };
    expect(evaluate(under5000, 'robots', rent)).toBeUndefined();
    const asked = [{ field: 'price_kind', in: ['lease_monthly'] }, under5000];
    expect(evaluateAll(asked, 'robots', rent)).toBe(true);
    expect(evaluate(under5000, 'robots', { family: true, price: { usd_min: 900 } })).toBeUndefined();
    const range = { price: { usd_min: 4000, usd_max: 6000, kind: 'range' } };
    expect(evaluate(under5000, 'robots', range)).toBe(true);
    expect(evaluate({ field: 'price_usd', min: 5500 }, 'robots', range)).toBe(true);
  });

  it('takes a date that only overlaps for unknown', () => {
    expect(evaluate(in2024, 'robots', { released: '2024-03' })).toBe(true);
    expect(evaluate(in2024, 'robots', { released: '2024' })).toBeUndefined();
    expect(evaluate(in2024, 'robots', { released: '2024-02-29' })).toBe(false);
  });

  it('counts a pending certificate only where a status is asked for', () => {
    expect(evaluate(FDA, 'robots', pending)).toBe(false);
    const status = { field: 'certification_status', in: ['pending'] };
    expect(evaluateAll([FDA, status], 'robots', pending)).toBe(true);
    expect(evaluate(FDA, 'robots', { certifications: [] })).toBeUndefined();
  });

  it('finds words that the text affirms', () => {
    const mower = { tags: ['wire-free'], description: 'Mows without a boundary wire by two cameras' };
    expect(evaluate(speaks('wire'), 'robots', mower)).toBe(false);
    expect(evaluate(speaks('wire-free'), 'robots', mower)).toBe(true);
    expect(evaluate(speaks('camera'), 'robots', mower)).toBe(true);
  });

  it('knows regions, authors by their initials, and what a product has not', () => {
    expect(evaluate({ field: 'country', in: ['EUROPE'] }, 'startups', { country: 'GB' })).toBe(true);
    expect(evaluate({ field: 'country', in: ['EU'] }, 'startups', { country: 'GB' })).toBe(false);
    const paper = { authors: ['Marco Hutter'] };
    expect(evaluate({ field: 'author', in: ['M. Hutter'] }, 'publications', paper)).toBe(true);
    const lidar = { applies_to: { categories: ['all'], features: ['lidar-laser'] } };
    const clause: CorpusClause = { field: 'features', in: ['lidar-laser'] };
    expect(evaluate(clause, 'certification', lidar)).toBe(true);
    expect(evaluate({ not: clause }, 'certification', lidar)).toBe(false);
  });
});
