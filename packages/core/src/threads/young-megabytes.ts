/**
 * What a thread may use for short-lived objects. With V8's own choice each thread holds tens of megabytes more, for
 * hardly any speed.
 */
export const youngMegabytes = 12;
