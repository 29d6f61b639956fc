/**
 * Stands where a secret stood. Round brackets, because they mean nothing to YAML, JSON, TOML, XML and the markup
 * languages: a file with a secret in it is still read as what it is.
 */
export const REDACTION_MARK = '(redacted)';
