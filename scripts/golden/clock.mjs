// Loaded before the program (`node --import`): its clock begins at GOLDEN_NOW, in milliseconds, and runs on from
// there, so that what waits for a time to pass still ends.
const Real = Date;
const shift = Number(process.env.GOLDEN_NOW) - Real.now();
const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget === Date ? target : newTarget),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
