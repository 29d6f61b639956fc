/** Absolute paths of a sample workspace. */
export interface SampleWorkspace {
  readonly folder: string;
  /** The `.code-workspace` file. */
  readonly workspaceFile: string;
  /** Folder of each repository by its id. */
  readonly repositories: Readonly<Record<'shop-api' | 'shop-web' | 'shop-platform', string>>;
}

export function makeSampleWorkspace(targetFolder: string): Promise<SampleWorkspace>;
