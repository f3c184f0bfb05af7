// The rules that hold everywhere, and what tests are let off.

export const BASE_RULES = {
  "eslint/no-console": "off",
  "eslint/no-unused-vars": "error",
  "eslint/no-var": "error",
  "eslint/prefer-const": "error",
  "eslint/eqeqeq": ["error", "always", { null: "ignore" }],
  "eslint/max-lines": ["error", { max: 300 }],
  "eslint/max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true, IIFEs: true }],
  "eslint/max-depth": ["error", 3],
  "import/no-cycle": "error",
  "import/no-default-export": "error",
  "import/no-self-import": "error",
  "import/no-commonjs": "error",
  "typescript/no-explicit-any": "error",
  "typescript/no-require-imports": "error",
  "typescript/no-non-null-assertion": "error",
  "typescript/ban-ts-comment": "error",
  "typescript/consistent-type-imports": "error",
  "typescript/no-floating-promises": "error",
  "typescript/no-misused-promises": "error",
  // A switch without default must name every member; one with default says what the rest means.
  "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
  // Code points of a text, a copy of a collection that changes while it is walked, and the plain order are meant.
  "typescript/no-misused-spread": "off",
  "unicorn/no-useless-spread": "off",
  "typescript/require-array-sort-compare": "off",
  // `string | "absent"` says more to a reader than `string`.
  "typescript/no-redundant-type-constituents": "off",
  // Our objects of functions are closures; none of them uses `this`.
  "typescript/unbound-method": "off",
  "typescript/consistent-type-assertions": ["error", { assertionStyle: "never" }],
  "unicorn/prefer-node-protocol": "error",
};

/** In tests; imports are settled beside the layers. */
export const TEST_RULES = {
  "eslint/no-restricted-globals": "off",
  "eslint/no-restricted-properties": "off",
  "eslint/no-console": "off",
  "eslint/max-lines": ["error", { max: 500 }],
  "eslint/max-lines-per-function": "off",
  "typescript/no-non-null-assertion": "off",
  "typescript/consistent-type-assertions": "off",
  "typescript/restrict-template-expressions": "off",
  "typescript/no-base-to-string": "off",
};
