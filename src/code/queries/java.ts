/** Declarations of Java; routes are annotations, as Spring and JAX-RS have them. */
export const JAVA_QUERY = `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(field_declaration (modifiers "static") declarator: (variable_declarator name: (identifier) @name)) @constant
(annotation name: (identifier) @verb arguments: (annotation_argument_list . (string_literal) @path)) @route
(annotation name: (identifier) @verb
  arguments: (annotation_argument_list (element_value_pair value: (string_literal) @path))) @route
(method_invocation name: (identifier) @call)
(object_creation_expression type: (type_identifier) @call)
(superclass (type_identifier) @use)
(super_interfaces (type_list (type_identifier) @use))
(formal_parameter type: (type_identifier) @use)
(field_declaration type: (type_identifier) @use)
(import_declaration) @import
[(line_comment) (block_comment)] @comment
`;
