/** Lets others run when the work it belongs to has kept the event loop for a while; to be awaited between its steps. */
export type Pace = () => Promise<void>;
