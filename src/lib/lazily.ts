/** Makes a value when it is first asked for, and keeps it: what a plain start does not need costs it nothing. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
