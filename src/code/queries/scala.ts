/** Declarations of Scala. */
export const SCALA_QUERY = `
(class_definition name: (identifier) @name) @class
(object_definition name: (identifier) @name) @class
(trait_definition name: (identifier) @name) @interface
(function_definition name: (identifier) @name) @function
(function_declaration name: (identifier) @name) @method
(type_definition name: (type_identifier) @name) @type
(template_body (val_definition pattern: (identifier) @name) @constant)
(call_expression function: [(identifier) @call (field_expression field: (identifier) @call)])
(extends_clause type: (type_identifier) @use)
(import_declaration) @import
(comment) @comment
`;
