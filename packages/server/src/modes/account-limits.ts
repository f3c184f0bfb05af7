/**
 * What one account of an instance has at once; a further one is `busy`. More than a person needs, and little enough that
 * nobody takes all the threads and readers there are.
 */
export const accountLimits = { turns: 10, streams: 24, scripts: 4 } as const;
