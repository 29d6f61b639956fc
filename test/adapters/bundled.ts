import path from 'node:path';
import { webpack } from 'webpack';

/** Makes one file of a script, named relative to this one, in a folder, for a process of its own to run; the file. */
export async function bundled(script: string, folder: string): Promise<string> {
  const filename = path.basename(script).replace(/\.ts$/, '.js');
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'development',
        target: 'node20',
        devtool: false,
        entry: path.join(__dirname, script),
        output: { path: folder, filename },
        resolve: { extensions: ['.ts', '.js'] },
        module: {
          // sql.js asks at run time whether there is a module to export to; webpack would answer for it, wrongly.
          noParse: /sql-wasm\.js$/,
          rules: [
            {
              test: /\.ts$/,
              loader: 'ts-loader',
              options: { transpileOnly: true, compilerOptions: { noEmit: false } },
            },
          ],
        },
      },
      (error, stats) => {
        if (error !== null) reject(error);
        else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')));
        else resolve();
      },
    );
  });
  return path.join(folder, filename);
}
