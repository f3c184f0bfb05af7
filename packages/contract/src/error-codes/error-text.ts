/** What a code means: HTTP status, a plain sentence, and what a person can do next (ERR-03). */
export interface ErrorText {
  readonly status: number;
  readonly sentence: string;
  readonly nextStep: string;
}
