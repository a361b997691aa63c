export { createNetwork, type Network, type NetworkOptions } from './network.ts';
export { type WebPageOptions, webPage } from './web-page.ts';
