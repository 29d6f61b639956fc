export interface GrammarLicense {
  readonly grammar: string;
  readonly within: string;
  readonly name: string;
  readonly home: string;
  readonly license: string;
  readonly asked: string | null;
  readonly textOf: string;
  readonly file: string;
}
export const GRAMMARS: readonly GrammarLicense[];
export const RUNTIME: Pick<GrammarLicense, 'name' | 'within' | 'home' | 'license' | 'file'> & { readonly version: string };
