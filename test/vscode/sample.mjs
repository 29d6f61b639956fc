/** The question asked of the sample workspace through every door. */
export const QUESTION = 'How do we rotate the secrets of billing-worker?';
