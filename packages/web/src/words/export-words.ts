/** What stands around a conversation that is kept as a file. */
export const EXPORT = {
  note: (at: string) => `Exported from Loop, ${at}.`,
  you: "You",
  answer: "Answer",
  reasoning: "Reasoning",
  byHand: "by hand",
  sent: "Sent",
  wouldHaveBeenSent: "Would have been sent",
  script: "Script",
  result: (name: string) => `Answer, in ${name}’s own words. Loop has not checked them.`,
  nothing: "The answer is empty.",
  picture: (type: string) => `[picture, ${type}]`,
} as const;
