/** Declarations of CSS: what a rule is named by. */
export const CSS_QUERY = `
(rule_set (selectors [
  (class_selector (class_name) @name)
  (id_selector (id_name) @name)])) @class
(keyframes_statement (keyframes_name) @name) @constant
(import_statement) @import
(comment) @comment
`;
