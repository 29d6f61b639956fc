import path from 'node:path';
import webpack from 'webpack';
import { PROJECT } from '../support.mjs';

/** Makes one file of a script in TypeScript of bench/, with what it uses of the product, into a folder; returns the file. */
export async function bundled(script, folder) {
  const filename = path.basename(script).replace(/\.ts$/, '.cjs');
  await new Promise((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        target: 'node20',
        devtool: false,
        entry: path.join(PROJECT, 'bench', script),
        output: { path: folder, filename },
        optimization: { minimize: false, splitChunks: false },
        performance: { hints: false },
        resolve: { extensions: ['.ts', '.js'] },
        module: {
          // sql.js asks at run time whether there is a module to export to; webpack would answer for it, wrongly.
          noParse: /sql-wasm\.js$/,
          rules: [{ test: /\.ts$/, loader: 'ts-loader', options: { transpileOnly: true, compilerOptions: { noEmit: false } } }],
        },
      },
      (error, stats) => {
        if (error) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      },
    );
  });
  return path.join(folder, filename);
}
