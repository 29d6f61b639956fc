import { C_DECLARATIONS } from './c';

/** Declarations of C++. */
export const CPP_QUERY = `
${C_DECLARATIONS}
(function_definition declarator: (_ declarator: (qualified_identifier name: (_) @name))) @method
(function_definition declarator: (qualified_identifier name: (_) @name)) @method
(function_definition declarator: (function_declarator declarator: (field_identifier) @name)) @method
(function_definition declarator: (_ (function_declarator declarator: (field_identifier) @name))) @method
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @method
(class_specifier name: (type_identifier) @name body: (_)) @class
(alias_declaration name: (type_identifier) @name) @type
(namespace_definition name: (_) @name) @scope
(call_expression function: [(qualified_identifier name: (identifier) @call) (template_function name: (identifier) @call)])
(base_class_clause (type_identifier) @use)
(new_expression type: (type_identifier) @use)
`;
