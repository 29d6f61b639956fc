import type { RepositoryPath } from '../contract/model';
import type { GrammarName } from '../ports/codeParser';
import { BASH_QUERY } from './queries/bash';
import { C_QUERY } from './queries/c';
import { CPP_QUERY } from './queries/cpp';
import { CSHARP_QUERY } from './queries/csharp';
import { CSS_QUERY } from './queries/css';
import { DART_QUERY } from './queries/dart';
import { ELIXIR_QUERY } from './queries/elixir';
import { GO_QUERY } from './queries/go';
import { JAVA_QUERY } from './queries/java';
import { JAVASCRIPT_QUERY } from './queries/javascript';
import { KOTLIN_QUERY } from './queries/kotlin';
import { OBJECTIVE_C_QUERY } from './queries/objectiveC';
import { PHP_QUERY } from './queries/php';
import { POWERSHELL_QUERY } from './queries/powershell';
import { PYTHON_QUERY } from './queries/python';
import { RUBY_QUERY } from './queries/ruby';
import { RUST_QUERY } from './queries/rust';
import { SCALA_QUERY } from './queries/scala';
import { SOLIDITY_QUERY } from './queries/solidity';
import { SWIFT_QUERY } from './queries/swift';
import { TSX_QUERY } from './queries/tsx';
import { TYPESCRIPT_QUERY } from './queries/typescript';
import { ZIG_QUERY } from './queries/zig';

/** How a language is read: by a grammar and the patterns of its declarations. */
export interface Syntax {
  readonly grammar: GrammarName;
  readonly query: string;
}

/** A language of code. Without a syntax its files are found by their lines. */
export interface Language {
  readonly name: string;
  /** Tried in this order until one reads a text without errors; where none does, the first one counts. */
  readonly syntaxes: readonly Syntax[];
}

const read = (name: string, grammar: GrammarName, query: string): Language => ({ name, syntaxes: [{ grammar, query }] });

const C: Syntax = { grammar: 'c', query: C_QUERY };
const CPP: Syntax = { grammar: 'cpp', query: CPP_QUERY };

const typescript = read('typescript', 'typescript', TYPESCRIPT_QUERY);
const javascript = read('javascript', 'javascript', JAVASCRIPT_QUERY);
const python = read('python', 'python', PYTHON_QUERY);
const ruby = read('ruby', 'ruby', RUBY_QUERY);
const bash = read('bash', 'bash', BASH_QUERY);
const php = read('php', 'php', PHP_QUERY);
const cpp: Language = { name: 'cpp', syntaxes: [CPP] };

const READ: readonly (readonly [Language, extensions: string])[] = [
  [typescript, 'ts mts cts'],
  [read('tsx', 'tsx', TSX_QUERY), 'tsx'],
  [javascript, 'js mjs cjs jsx'],
  [python, 'py pyi pyw'],
  [read('go', 'go', GO_QUERY), 'go'],
  [read('java', 'java', JAVA_QUERY), 'java'],
  [read('csharp', 'c-sharp', CSHARP_QUERY), 'cs csx'],
  [cpp, 'cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino'],
  [{ name: 'c', syntaxes: [C] }, 'c'],
  // Most headers are C; those that are not have errors as C.
  [{ name: 'header', syntaxes: [C, CPP] }, 'h'],
  [read('objective-c', 'objc', OBJECTIVE_C_QUERY), 'm mm'],
  [read('rust', 'rust', RUST_QUERY), 'rs'],
  [ruby, 'rb rake gemspec ru'],
  [php, 'php phtml'],
  [bash, 'sh bash zsh ksh bats'],
  [read('css', 'css', CSS_QUERY), 'css'],
  [read('powershell', 'powershell', POWERSHELL_QUERY), 'ps1 psm1 psd1'],
  [read('kotlin', 'kotlin', KOTLIN_QUERY), 'kt kts'],
  [read('swift', 'swift', SWIFT_QUERY), 'swift'],
  [read('elixir', 'elixir', ELIXIR_QUERY), 'ex exs'],
  [read('scala', 'scala', SCALA_QUERY), 'scala sc sbt'],
  [read('dart', 'dart', DART_QUERY), 'dart'],
  [read('solidity', 'solidity', SOLIDITY_QUERY), 'sol'],
  [read('zig', 'zig', ZIG_QUERY), 'zig'],
];

/** Languages without a grammar here: their files are found all the same. */
const BY_LINES = (
  'sql proto tf hcl yaml yml toml json jsonc json5 xml html htm vue svelte astro scss sass less graphql gql prisma lua r jl pl pm ' +
  'eex heex leex erb haml slim ejs hbs mustache njk jinja jinja2 j2 twig blade liquid tmpl gotmpl tpl ' +
  'gradle groovy cmake mk make dockerfile nix bzl bazel star clj cljs cljc edn erl hrl hs lhs ml mli fs fsx fsi vb pas ' +
  'd nim cr v sv vhd vhdl asm s f f90 f95 thrift avsc fbs capnp cue rego dhall jsonnet libsonnet ini cfg conf properties ' +
  'bat cmd fish awk sed vim el lisp scm rkt tcl cshtml razor aspx jsp csproj fsproj vbproj props targets sln service flagd wgsl glsl hlsl metal plist'
).split(' ');

const byLines: Language = { name: 'lines', syntaxes: [] };

/** The grammars that are needed, each once, by name. */
export const GRAMMARS: readonly GrammarName[] = [...new Set(READ.flatMap(([{ syntaxes }]) => syntaxes.map(({ grammar }) => grammar)))].sort();

const BY_EXTENSION: ReadonlyMap<string, Language> = new Map([
  ...BY_LINES.map((extension) => [extension, byLines] as const),
  ...READ.flatMap(([language, extensions]) => extensions.split(' ').map((extension) => [extension, language] as const)),
]);

/** Files whose whole name tells what they are, lower-case. */
const BY_NAME: ReadonlyMap<string, Language> = new Map([
  ...'dockerfile containerfile makefile gnumakefile jenkinsfile vagrantfile procfile caddyfile justfile tiltfile build workspace'
    .split(' ')
    .map((name) => [name, byLines] as const),
  ...'gemfile rakefile guardfile podfile fastfile brewfile'.split(' ').map((name) => [name, ruby] as const),
]);

/** A file larger than this without a grammar is data, not code (bytes). */
export const LINES_BYTES = 256 * 1024;

/** The language of a file by its name, letter case ignored; null when it is no code. */
export function languageOf(path: RepositoryPath): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const byName = BY_NAME.get(name) ?? (/^(dockerfile|makefile)[.-]/.test(name) ? byLines : undefined);
  if (byName !== undefined) return byName;
  const dot = name.lastIndexOf('.');
  return dot < 0 ? null : (BY_EXTENSION.get(name.slice(dot + 1)) ?? null);
}
