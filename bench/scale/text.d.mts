export interface SourceDocument {
  readonly title: string;
  readonly units: readonly { readonly heading: string; readonly text: string }[];
}
export interface MadeDocument {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}
export function sourceDocumentOf(markdown: string, name: string): SourceDocument;
export function plainDocumentOf(title: string, text: string): SourceDocument;
export function madeDocuments(sources: readonly SourceDocument[], sections: number): MadeDocument[];
export function markdownOf(document: MadeDocument): string;
export function madeName(number: number): string;
