"""fake_peer.py HOW: numpy as a peer whose answers or manners are wrong."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import peer  # noqa: E402


class Fake(peer.Numpy):
    def call(self, order, outputs, x, axis):
        function = super().call(order, outputs, x, axis)

        def wrong(x):
            found = [output.copy() for output in function(x)]
            if HOW == "value":
                found[0][len(found[0]) // 2] = found[0][0]
            elif HOW == "short":
                found[0] = found[0][:-1]
            elif HOW == "count":
                found[-1][0] += 1
            elif HOW == "order":
                found[0] = found[0][::-1]
            elif HOW == "dies":
                os._exit(7)
            elif HOW == "raises":
                raise ValueError("not today")
            return found

        return wrong


HOW = sys.argv[1]
peer.PEERS = {HOW: Fake}
peer.main()
