// Proxy of a browser that holds each answer of the API back for a random time of at most MILLISECONDS, short ones more
// often than long ones: node scripts/slow-proxy.mjs MILLISECONDS. Prints its address.
import { createServer, request } from 'node:http';

const longest = Number(process.argv[2]);
if (!(longest > 0)) throw new Error('slow-proxy.mjs needs a number of milliseconds');

const proxy = createServer((asked, answer) => {
  const url = new URL(asked.url);
  const delay = url.pathname.startsWith('/api/') ? Math.random() ** 3 * longest : 0;
  // A shop that is not there gives no answer, as without a proxy. Calls that the browser gave up are no failures.
  const fail = ({ code }) => {
    if (!answer.destroyed) process.stderr.write(`${asked.method} ${asked.url} ${code}\n`);
    answer.destroy();
  };
  // On a connection of its own: a browser would send a call again that the shop closes a kept one under.
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
