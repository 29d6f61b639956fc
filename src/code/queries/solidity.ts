/** Declarations of Solidity. */
export const SOLIDITY_QUERY = `
(contract_declaration name: (identifier) @name) @class
(library_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(struct_declaration name: (identifier) @name) @type
(enum_declaration name: (identifier) @name) @enum
(function_definition name: (identifier) @name) @method
(modifier_definition name: (identifier) @name) @method
(event_definition name: (identifier) @name) @type
(state_variable_declaration name: (identifier) @name) @constant
(call_expression function: (_ (identifier) @call))
(import_directive) @import
(comment) @comment
`;
