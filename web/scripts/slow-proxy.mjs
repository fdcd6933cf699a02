// Proxy for a browser that delays each answer of the API by a random time of at most MILLISECONDS;
// short times are more frequent than long ones. Usage: node scripts/slow-proxy.mjs MILLISECONDS.
// Prints its address.
import { createServer, request } from 'node:http';

const longest = Number(process.argv[2]);
if (!(longest > 0)) throw new Error('slow-proxy.mjs needs a number of milliseconds');

const proxy = createServer((asked, answer) => {
  const url = new URL(asked.url);
  const delay = url.pathname.startsWith('/api/') ? Math.random() ** 3 * longest : 0;
  // If the shop is down there is no answer, as without a proxy. Calls that the browser cancelled
  // are not failures.
  const fail = ({ code }) => {
    if (!answer.destroyed) process.stderr.write(`${asked.method} ${asked.url} ${code}\n`);
    answer.destroy();
  };
  // Uses a new connection for each call: if the shop closed a reused connection during a call, only
  // a browser would send the call again.
  const sent = request(
    url,
    { method: asked.method, headers: asked.headers, agent: false },
    (received) => {
      setTimeout(() => {
        answer.writeHead(received.statusCode, received.rawHeaders);
        received.pipe(answer);
      }, delay);
      received.on('error', fail);
    },
  );
  sent.on('error', fail);
  answer.on('close', () => sent.destroy());
  asked.pipe(sent);
});

proxy.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${proxy.address().port}\n`),
);
