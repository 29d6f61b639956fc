type Sentences = Readonly<Record<string, string | { readonly message: string; readonly comment: readonly string[] }>>;

export function sentencesOf(folder?: string): Promise<Sentences>;
export function translationsOf(): readonly {
  readonly file: string;
  readonly english: Sentences;
  readonly translations: readonly { readonly language: string; readonly file: string; readonly keys: Sentences }[];
}[];
