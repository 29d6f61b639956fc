/** Declarations of Dart. */
export const DART_QUERY = `
(class_definition name: (identifier) @name) @class
(mixin_declaration (identifier) @name) @class
(extension_declaration name: (identifier) @name) @class
(enum_declaration name: (identifier) @name) @enum
(type_alias (type_identifier) @name) @type
(function_signature name: (identifier) @name) @function
(getter_signature name: (identifier) @name) @method
(import_or_export) @import
[(comment) (documentation_comment)] @comment
`;
