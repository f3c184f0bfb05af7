/** Reads what this package wrote into the same column; only for columns whose type is fixed by the schema. */
export function readJson<Value>(text: string): Value {
  const value: Value = JSON.parse(text);
  return value;
}
