// Bundles everything a user runs into dist/: the extension, its worker, the CLI and the webview.
const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const { BannerPlugin } = require('webpack');

const typescript = (configFile) => ({
  test: /\.ts$/,
  use: { loader: 'ts-loader', options: { transpileOnly: true, configFile, compilerOptions: { noEmit: false } } },
  exclude: /node_modules/,
});

const shared = {
  devtool: 'source-map',
  resolve: { extensions: ['.ts', '.js'] },
  performance: { hints: false },
  stats: 'errors-warnings',
};

/**
 * A bundle for Node; only the extension may require `vscode`, which the editor provides. It is not
 * minified: its stack traces stay readable without a source map, and sql.js does not survive it.
 */
const forNode = (name, entry, more = {}) => ({
  ...shared,
  name,
  target: 'node20',
  devtool: false,
  optimization: { minimize: false, splitChunks: false },
  entry: { [name]: entry },
  output: {
    path: path.resolve(__dirname, 'dist'),
    filename: '[name].js',
    libraryTarget: 'commonjs2',
    devtoolModuleFilenameTemplate: '../[resource-path]',
  },
  // sql.js tells by `typeof module` where it runs; webpack would answer that for it.
  module: { rules: [typescript(path.resolve(__dirname, 'tsconfig.json'))], noParse: /sql-wasm\.js$/ },
  node: { __dirname: false },
  ...more,
});

module.exports = [
  forNode('extension', './src/extension.ts', { externals: { vscode: 'commonjs vscode' } }),
  forNode('worker', './src/worker.ts', {
    plugins: [
      new CopyPlugin({ patterns: [{ from: require.resolve('sql.js/dist/sql-wasm.wasm'), to: 'sql-wasm.wasm' }] }),
    ],
  }),
  forNode('cli', './src/cli.ts', {
    plugins: [new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, entryOnly: true })],
  }),
  {
    ...shared,
    name: 'webview',
    target: 'web',
    entry: { webview: './src/webview/main.ts' },
    output: { path: path.resolve(__dirname, 'dist'), filename: '[name].js' },
    module: { rules: [typescript(path.resolve(__dirname, 'src/webview/tsconfig.json'))] },
  },
];
