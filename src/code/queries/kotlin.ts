/** Declarations of Kotlin; routes are Spring's annotations and Ktor's calls. */
export const KOTLIN_QUERY = `
(class_declaration (type_identifier) @name) @class
(object_declaration (type_identifier) @name) @class
(function_declaration (simple_identifier) @name) @function
(type_alias (type_identifier) @name) @type
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @constant)
(call_expression (simple_identifier) @verb
  (call_suffix (value_arguments . (value_argument (string_literal) @path)))) @route
(call_expression (call_expression (simple_identifier) @verb
  (call_suffix (value_arguments . (value_argument (string_literal) @path))))) @route
(annotation (constructor_invocation (user_type (type_identifier) @verb)
  (value_arguments . (value_argument (string_literal) @path)))) @route
(call_expression (simple_identifier) @call)
(call_expression (navigation_expression (navigation_suffix (simple_identifier) @call)))
(delegation_specifier (user_type (type_identifier) @use))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @use)))
(parameter (user_type (type_identifier) @use))
(import_header) @import
[(line_comment) (multiline_comment)] @comment
`;
