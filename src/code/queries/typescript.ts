import { JAVASCRIPT_CALLS } from './javascript';

/** Declarations of TypeScript and TSX. */
export const TYPESCRIPT_QUERY = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(function_signature name: (identifier) @name) @function
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(interface_declaration name: (type_identifier) @name) @interface
(type_alias_declaration name: (type_identifier) @name) @type
(enum_declaration name: (identifier) @name) @enum
(internal_module name: (_) @name) @class
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @method
(method_signature name: (property_identifier) @name) @method
(abstract_method_signature name: (property_identifier) @name) @method
(public_field_definition name: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function
(type_annotation (type_identifier) @use)
(extends_clause value: (identifier) @use)
(implements_clause (type_identifier) @use)
(type_arguments (type_identifier) @use)
${JAVASCRIPT_CALLS}
`;
