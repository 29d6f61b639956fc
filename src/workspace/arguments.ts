export { checkedArguments, type RefusalReasons } from '../contract/arguments';
