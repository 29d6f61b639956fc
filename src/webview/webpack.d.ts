/** webpack's own name for the nonce that parts loaded later are given. */
// eslint-disable-next-line no-var
declare var __webpack_nonce__: string | undefined;
