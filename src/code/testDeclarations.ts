import type { SyntaxCapture } from '../ports/codeParser';
import type { SourceText } from './sourceText';

/** Attributes that make a function a test: JUnit, kotlin.test, xUnit, NUnit, MSTest, Rust, Swift Testing. */
const TEST_ATTRIBUTE = /(?:@|\[|#\[)\s*(?:\w+(?:::|\.))*(?:Test|ParameterizedTest|RepeatedTest|Fact|Theory|TestMethod|TestCase|test|rstest)\b/;
const MOST_ATTRIBUTES = 8;

function attributesAbove(source: SourceText, line: number): string {
  const lines: string[] = [];
  for (let above = line - 1; lines.length < MOST_ATTRIBUTES && /^\s*(?:@|#\[|\[)/.test(source.line(above)); above -= 1) lines.push(source.line(above));
  return lines.join('\n');
}

/** Whether a function is a test by its name, as Go, Python, PHP and Swift have them, or by an attribute. */
export function isTestDeclaration(source: SourceText, node: SyntaxCapture, name: string, nameAt: number): boolean {
  if (/^test_/.test(name)) return true;
  const signature = source.text.slice(nameAt, nameAt + 200);
  if (/^(?:Test|Benchmark|Fuzz|Example)(?:[A-Z_]|$)/.test(name) && /^\w+\(\s*(?:\w+\s+\*testing\.\w+)?\s*\)/.test(signature)) return true;
  if (/^test[A-Z]/.test(name) && /^\w+\(\s*\)/.test(signature)) return true;
  return TEST_ATTRIBUTE.test(source.text.slice(node.start, nameAt)) || TEST_ATTRIBUTE.test(attributesAbove(source, node.line));
}
