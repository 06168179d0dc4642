import { sortingOptions } from '#server/db/embedded/cluster.ts'

/** Ports of one machine of the cluster. `seen*`: as the other machines reach it, through a connection that can be cut. */
export type MachinePorts = {
  postgres: number
  seenPostgres: number
  patroni: number
  seenPatroni: number
  etcd: number
  etcdPeer: number
  /** The three members of etcd, as this machine reaches them. */
  seenEtcd: readonly number[]
}
export type ClusterSecrets = { superuser: string; replication: string }
type PatroniRequest = {
  name: string
  ports: MachinePorts
  dataDir: string
  socketFolder: string
  postgresBin: string
  secrets: ClusterSecrets
}

const here = '127.0.0.1'

/** What all machines agree on, kept in etcd. No commit is acknowledged before a second machine has it. */
const agreed = {
  // The shortest that Patroni accepts. A lost primary is replaced after `ttl` and at most one more loop with its retries.
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  maximum_lag_on_failover: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 60,
      shared_buffers: '64MB',
      wal_keep_size: '256MB',
      wal_log_hints: 'on',
      // A peer that is silent is given up soon: a commit waits for the other standby then.
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
      tcp_user_timeout: '10s',
    },
  },
}

/** The settings of Patroni on one machine. It reads YAML, of which JSON is a part. */
export function patroniSettings({ name, ports, dataDir, socketFolder, postgresBin, secrets }: PatroniRequest): string {
  return JSON.stringify({
    scope: 'mizan',
    name,
    restapi: { listen: `${here}:${ports.patroni}`, connect_address: `${here}:${ports.seenPatroni}` },
    // `use_proxies`: otherwise Patroni asks the members for their own addresses, and a connection that is cut is bypassed.
    etcd3: { hosts: ports.seenEtcd.map((port) => `${here}:${port}`), use_proxies: true },
    bootstrap: {
      dcs: agreed,
      initdb: [
        { encoding: 'UTF8' },
        'data-checksums',
        ...sortingOptions.map((option) => {
          const [, key = '', value = ''] = /^--([^=]+)=(.*)$/.exec(option) ?? []
          // Patroni hands them to a shell.
          return { [key]: `'${value}'` }
        }),
      ],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `${here}:${ports.postgres}`,
      connect_address: `${here}:${ports.seenPostgres}`,
      data_dir: dataDir,
      bin_dir: postgresBin,
      pgpass: `${dataDir}.pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
        rewind: { username: 'postgres', password: secrets.superuser },
      },
      parameters: { unix_socket_directories: socketFolder },
    },
    // No device that restarts a machine here: a paused Patroni is part of what is tried.
    watchdog: { mode: 'off' },
  })
}

type ProxyRequest = { primary: number; standby: number; machines: readonly { name: string; ports: MachinePorts }[] }

/** HAProxy asks each Patroni what its machine is; connections to one that is no longer the primary are closed. */
export function haproxySettings({ primary, standby, machines }: ProxyRequest): string {
  const door = (name: string, port: number, path: string) => [
    `listen ${name}`,
    `  bind ${here}:${port}`,
    `  option httpchk OPTIONS ${path}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...machines.map(
      (machine) =>
        `  server ${machine.name} ${here}:${machine.ports.postgres} check port ${machine.ports.patroni} maxconn 60`,
    ),
  ]
  return [
    'global',
    '  maxconn 400',
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    ...door('primary', primary, '/primary'),
    ...door('standby', standby, '/replica'),
    '',
  ].join('\n')
}

/** How a member of etcd is started. It is asked only on loopback. */
export function etcdArguments(
  name: string,
  ports: MachinePorts,
  dataDir: string,
  members: readonly { name: string; ports: MachinePorts }[],
): string[] {
  const [client, peer] = [`http://${here}:${ports.etcd}`, `http://${here}:${ports.etcdPeer}`]
  return [
    '--name',
    name,
    '--data-dir',
    dataDir,
    '--initial-cluster-state',
    'new',
    '--initial-cluster-token',
    'mizan',
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    members.map((one) => `${one.name}=http://${here}:${one.ports.etcdPeer}`).join(','),
    // Three members share a disk with everything else here: a slow write must not look like a lost leader.
    '--heartbeat-interval',
    '300',
    '--election-timeout',
    '3000',
    '--log-level',
    'error',
  ]
}
