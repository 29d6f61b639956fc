/** What is known of a machine before the editor is put on it. */
export interface Machine {
  readonly withBrowser: boolean;
  readonly browser: string | null;
  readonly editorIsInstalled: boolean;
  readonly kerberosHeaders: boolean;
}

export function missingPackages(machine: Machine): string[];
