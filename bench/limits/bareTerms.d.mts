export function bareTermsOf(text: string): Set<string>;
