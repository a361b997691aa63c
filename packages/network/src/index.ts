export type { Connection, ConnectionCount, ConnectionLog } from './connection-log.ts';
export { type HostList, hostList } from './host-list.ts';
export { type NetworkRequest, type NetworkResponse, request } from './request.ts';
export { connections, watchConnections } from './watch-connections.ts';
export { assertAllowed, iterateWithNetwork, type NetworkUse, withNetwork } from './with-network.ts';
