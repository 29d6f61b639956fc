import type { CodeFile } from '../contract/codeModel';
import type { RepositoryPath } from '../contract/model';

/** What makes a file stand below others. */
export type FilePlace = 'test' | 'generated' | 'vendored' | 'minified';

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|test-data|fixtures|__fixtures__|__mocks__|mocks?|testing|test-utils|cypress|integration-?tests?|src\/test|[\w-]+\.tests?|[\w-]+-tests?)\//i;
const TEST_NAME = /(?:[._-](?:test|tests|spec|e2e|cy|stories|mock)\.[\w.]+|_(?:test|spec)\.\w+|(?:^|\/)(?:test_[^/]+\.py|conftest\.py|[^/]*[a-z0-9](?:Tests?|Spec|IT)\.(?:java|kt|cs|scala|swift|php|groovy)|[^/]+\.bats))$/;
const VENDORED = /(?:^|\/)(?:vendor|vendors|vendored|third[_-]?party|3rdparty|externals?|node_modules|bower_components|deps|contrib\/vendor|\.yarn)\//i;
const BUILT = /(?:^|\/)(?:dist|build|out|target|bin|obj|coverage|_build|generated|__generated__|gen|autogen)\//i;
const GENERATED_NAME =
  /(?:\.pb\.(?:go|cc|h|rb|dart|swift)|_pb2?(?:_grpc)?\.(?:py|pyi|js|ts|rb|d\.ts)|\.g\.(?:cs|dart)|\.(?:generated|gen|designer|freezed)\.\w+|_generated\.\w+|\.d\.ts\.map|\.map|zz_generated\.[\w.]+|_grpc_pb\.\w+|Grpc\.(?:cs|java)|\.snap|\.lock)$/i;
const LOCK_NAME =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|composer\.lock|gemfile\.lock|poetry\.lock|pipfile\.lock|uv\.lock|go\.sum|go\.work\.sum|mix\.lock|pubspec\.lock|podfile\.lock|packages\.lock\.json|project\.assets\.json|flake\.lock|gradle\.lockfile|deno\.lock|gradlew|gradlew\.bat|mvnw|mvnw\.cmd)$/i;
const MINIFIED_NAME = /(?:[.-]min\.(?:js|css|mjs)|\.bundle\.(?:js|css)|\.chunk\.js)$/i;

/** Whether a path is one of tests and what they need. */
export function isTestPath(path: RepositoryPath): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}

/**
 * What makes a file stand below others: what `.gitattributes` says goes before what its path and its text say. Null for
 * a file that somebody wrote for the program itself.
 */
export function placeOfFile({ path, attributes }: Pick<CodeFile, 'path' | 'attributes'>, content: { readonly generated: boolean; readonly minified: boolean }): FilePlace | null {
  if (attributes?.vendored ?? VENDORED.test(path)) return 'vendored';
  const isGenerated = attributes?.generated ?? (content.generated || LOCK_NAME.test(path) || GENERATED_NAME.test(path) || BUILT.test(path));
  if (isGenerated) return 'generated';
  if (MINIFIED_NAME.test(path) || content.minified) return 'minified';
  return isTestPath(path) ? 'test' : null;
}
