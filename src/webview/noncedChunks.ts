/** Parts that are loaded later need the nonce of this script, too: the policy lets nothing else load. */
__webpack_nonce__ = document.currentScript instanceof HTMLScriptElement ? document.currentScript.nonce : undefined;

export {};
