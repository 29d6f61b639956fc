/** Declarations of Rust; routes as actix, rocket and axum have them. */
export const RUST_QUERY = `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @method
(struct_item name: (type_identifier) @name) @class
(union_item name: (type_identifier) @name) @class
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @interface
(type_item name: (type_identifier) @name) @type
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name)]) @scope
(macro_definition name: (identifier) @name) @function
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant
(attribute_item (attribute (identifier) @verb arguments: (token_tree . (string_literal) @path))) @route
(call_expression function: (field_expression field: (field_identifier) @verb) arguments: (arguments . (string_literal) @path)) @route
(call_expression function: [
  (identifier) @call
  (field_expression field: (field_identifier) @call)
  (scoped_identifier name: (identifier) @call)])
(macro_invocation macro: (identifier) @call)
(struct_expression name: (type_identifier) @use)
(parameter type: [(type_identifier) @use (reference_type type: (type_identifier) @use)])
(impl_item trait: (type_identifier) @use)
(use_declaration) @import
(mod_item name: (identifier) !body) @import
[(line_comment) (block_comment)] @comment
`;
