export { createNetwork, type Network, type NetworkAddress, type NetworkOptions } from './network.ts';
export { type WebPageOptions, webPage } from './web-page.ts';
