/** Declarations of Swift. */
export const SWIFT_QUERY = `
(class_declaration name: (type_identifier) @name) @class
(class_declaration name: (user_type (type_identifier) @name)) @scope
(protocol_declaration name: (type_identifier) @name) @interface
(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @method
(typealias_declaration name: (type_identifier) @name) @type
(source_file (property_declaration (pattern (simple_identifier) @name)) @constant)
(call_expression (simple_identifier) @call)
(call_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(inheritance_specifier (user_type (type_identifier) @use))
(import_declaration) @import
[(comment) (multiline_comment)] @comment
`;
