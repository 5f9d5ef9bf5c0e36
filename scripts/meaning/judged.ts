import { firstCall } from '../eval/first-call.ts';
import { firstCallsDir, formsOf, judgement, judgementsDir, readSet, setNames } from '../eval/judgement.ts';

/** The words of every judged query and first call of the repository. */
export function judgedTexts(): string[] {
  const judged = setNames(judgementsDir).flatMap((name) =>
    readSet(judgementsDir, name, judgement).flatMap(formsOf),
  );
  const calls = setNames(firstCallsDir).flatMap((name) =>
    readSet(firstCallsDir, name, firstCall).flatMap(({ calls }) => calls),
  );
  return [...judged, ...calls].flatMap(({ args }) =>
    Object.values(args).filter((value): value is string => typeof value === 'string'),
  );
}
