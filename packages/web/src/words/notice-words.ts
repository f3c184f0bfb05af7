/** A notice of the system, and the choice to have it. It never says what would be sent, and never takes an answer. */
export const NOTICES_OF_QUESTIONS = {
  label: "Notices",
  title: "A question waits in Loop",
  body: "Nothing is sent until you answer. Open Loop to see what it is.",
  says: "While no tab of Loop is in view, this computer tells you that a question waits. It does not say what would be sent.",
  turnOn: "Tell me when a question waits",
  turnOff: "Stop telling me",
  on: "On in this browser.",
  blocked: "This browser blocks notices of Loop. Allow them in the browser’s settings for this page.",
  unsupported: "This browser has no notices.",
} as const;
