// Bundles everything a user runs into dist/: the extension, its workers, the CLI and the webview.
const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const TerserPlugin = require('terser-webpack-plugin');
const { BannerPlugin, DefinePlugin, NormalModuleReplacementPlugin } = require('webpack');

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
 * A bundle for Node; only the extension may require `vscode`, which the editor provides. Our code is not
 * minified: its stack traces stay readable without a source map, and sql.js does not survive it.
 */
const forNode = (name, entry, more = {}) => ({
  ...shared,
  name,
  target: 'node20',
  devtool: false,
  optimization: {
    splitChunks: false,
    // Only the rules that find secrets: their comments hold samples that look like secrets to a packager.
    minimizer: [
      new TerserPlugin({ test: /-secrets\.js$/, extractComments: false, terserOptions: { format: { comments: false } } }),
      // The extension host waits while these are loaded; most of zod's 180 KB is not used, and a third of the other is comments.
      new TerserPlugin({ test: /^(conversation|writing)\.js$/, extractComments: false, terserOptions: { keep_fnames: true, format: { comments: false } } }),
    ],
  },
  entry: { [name]: entry },
  output: {
    path: path.resolve(__dirname, 'dist'),
    filename: '[name].js',
    // Several bundles have this part; its modules are numbered as in the bundle that loads it.
    chunkFilename: ({ chunk }) => (chunk.name === 'secrets' ? `${name}-secrets.js` : '[name].js'),
    libraryTarget: 'commonjs2',
    devtoolModuleFilenameTemplate: '../[resource-path]',
  },
  // sql.js tells by `typeof module` where it runs; webpack would answer that for it.
  // What is required by a path that is known at run time only (tree-sitter's runtime) is left to Node.
  module: { rules: [typescript(path.resolve(__dirname, 'tsconfig.json'))], noParse: /sql-wasm\.js$/, parser: { javascript: { createRequire: false } } },
  node: { __dirname: false },
  ...more,
});

/**
 * The WebAssembly runtime from its own modules: what its package offers ready-made for Node holds an old
 * protobufjs, a second runtime for WebGL and threads. They ask for these definitions when they are built.
 */
const wasmRuntime = path.join(path.dirname(require.resolve('onnxruntime-web/package.json')), 'lib/index.js');
const withoutWhatIsNotUsed = { DISABLE_WEBGL: true, DISABLE_WASM: false, DISABLE_WASM_PROXY: true, DISABLE_WASM_THREAD: true };

const transformers = /node_modules[\\/]@xenova[\\/]transformers[\\/]/;
/** The native files of the platform this is built on; scripts/package.mjs puts another one's in their place. */
const nativeRuntime = path.join(
  path.dirname(require.resolve('onnxruntime-node/package.json')),
  'bin/napi-v3',
  process.platform,
  process.arch,
);

/**
 * The process that embeds. Of transformers.js only the tokenizers are taken: they need no runtime of their
 * own, and no images. The ONNX runtimes, native and WebAssembly, lie in dist/onnxruntime.
 */
const embedder = forNode('embedder', './src/embedder.ts', {
  resolve: { ...shared.resolve, alias: { 'onnxruntime-web$': wasmRuntime } },
  module: {
    rules: [
      typescript(path.resolve(__dirname, 'tsconfig.json')),
      // Beside them lie the sources they are made from.
      { test: /node_modules[\\/]onnxruntime-web[\\/]/, resolve: { extensions: ['.js'] } },
      {
        test: transformers,
        sideEffects: false,
        // It asks a runtime for its default export first, which the one named here does not have.
        parser: { exportsPresence: false },
        resolve: {
          alias: { 'onnxruntime-node$': 'onnxruntime-common', 'onnxruntime-web$': 'onnxruntime-common', sharp$: false },
        },
      },
    ],
  },
  plugins: [
    // The library looks for its own folder, which is not there in a bundle; webpack would write the one of the build machine.
    new DefinePlugin({
      'import.meta.url': 'require("url").pathToFileURL(__filename).href',
      BUILD_DEFS: withoutWhatIsNotUsed,
    }),
    new NormalModuleReplacementPlugin(/^\.\/binding$/, (data) => {
      if (/onnxruntime-node[\\/]dist$/.test(data.context)) {
        data.request = path.resolve(__dirname, 'src/adapters/embedder/child/nativeBinding.ts');
      }
    }),
    new CopyPlugin({
      patterns: [
        { from: require.resolve('onnxruntime-web/dist/ort-wasm-simd.wasm'), to: 'onnxruntime/[name][ext]' },
        // A platform without native files runs on WebAssembly.
        { from: nativeRuntime, to: 'onnxruntime', noErrorOnMissing: true },
      ],
    }),
  ],
  node: { __dirname: false, __filename: false },
});

const ofRuntime = (file) => path.join(path.dirname(require.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm', file);
const ofGrammars = (file) => path.join(path.dirname(require.resolve('tree-sitter-wasms/package.json')), 'out', file);
/**
 * tree-sitter as it is published, the grammars that src/code/languages.ts names beside it; they are loaded one by one when code
 * of their language is first read. The runtime stays a file of its own because it has to be loaded anew when it breaks.
 */
const grammars = {
  runtime: ['bash', 'c-sharp', 'cpp', 'css', 'go', 'java', 'javascript', 'php', 'powershell', 'python', 'ruby', 'rust', 'tsx', 'typescript'],
  more: ['c', 'dart', 'elixir', 'kotlin', 'objc', 'scala', 'solidity', 'swift', 'zig'],
};
const treeSitter = [
  ofRuntime('tree-sitter.js'),
  ofRuntime('tree-sitter.wasm'),
  ...grammars.runtime.map((name) => ofRuntime(`tree-sitter-${name}.wasm`)),
  ...grammars.more.map((name) => ofGrammars(`tree-sitter-${name}.wasm`)),
].map((from) => ({ from, to: 'grammars/[name][ext]', info: { minimized: true } }));

module.exports = [
  embedder,
  forNode('extension', './src/extension.ts', {
    externals: { vscode: 'commonjs vscode' },
    // The editor has the sentences of its language; the library would have to be given them.
    resolve: { ...shared.resolve, alias: { '@vscode/l10n$': path.resolve(__dirname, 'src/doors/vscode/hostLocalization.ts') } },
  }),
  forNode('worker', './src/worker.ts', {
    plugins: [
      new CopyPlugin({ patterns: [{ from: require.resolve('sql.js/dist/sql-wasm.wasm'), to: 'sql-wasm.wasm' }, ...treeSitter] }),
    ],
  }),
  forNode('mcpServer', './src/mcpServer.ts'),
  forNode('splitter', './src/splitter.ts'),
  forNode('cli', './src/cli.ts', {
    plugins: [new BannerPlugin({ banner: '#!/usr/bin/env node', raw: true, entryOnly: true })],
  }),
  {
    ...shared,
    name: 'webview',
    target: 'web',
    entry: { webview: './src/webview/main.ts' },
    output: {
      path: path.resolve(__dirname, 'dist'),
      filename: '[name].js',
      chunkFilename: 'webview-[name].js',
      // The policy of the page names it.
      trustedTypes: 'workspace-context',
    },
    // A part that is loaded later is one file, whose name is known.
    optimization: { splitChunks: false },
    module: { rules: [typescript(path.resolve(__dirname, 'src/webview/tsconfig.json'))] },
    plugins: [
      new CopyPlugin({ patterns: ['codicon.css', 'codicon.ttf'].map((file) => ({ from: require.resolve(`@vscode/codicons/dist/${file}`), to: 'codicons/[name][ext]' })) }),
    ],
  },
];
